import { useQuery } from '@tanstack/react-query';
import { Building2, Check, Globe, type LucideIcon, Shield, User, Users, X } from 'lucide-react';
import { useState } from 'react';
import { PERMISSION_TOKENS, type PermissionToken } from '@overlook/shared/permissions';
import type { Explanation, ExplicitPermissions } from '@overlook/shared/schemas';
import { ADMIN_MESSAGES, COMMON_MESSAGES, formatMessage } from '@overlook/shared/messages';
import type { DirectoryEntry } from '../../../api/directory.ts';
import { failureOf, sentenceOf } from '../../../api/failure.ts';
import { procedures } from '../../../api/queries.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Select } from '../../../ui/inputs/select.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { DirectoryBox } from '../parts/picker/directory-box.tsx';
import { Tag } from '../../../ui/tag.tsx';
import type { Scope } from './scope.ts';
import css from './explain-dialog.module.css';

interface ExplainDialogProps {
  token: string;
  scopes: readonly Scope[];
  /** The role as drafted, where saving it changes something about the token: the answer is then that after saving. */
  draft: { roleId: number; explicitPermissions: ExplicitPermissions } | null;
  onClose: () => void;
}

const REASONS: Record<Explanation['reason'], string> = {
  siteDeny: ADMIN_MESSAGES['role.denySiteWinsOver'],
  siteAllow: ADMIN_MESSAGES['role.allowSiteDecidesWhat'],
  globalDeny: ADMIN_MESSAGES['role.globalDenyDecides'],
  globalAllow: ADMIN_MESSAGES['role.globalAllowDecides'],
  deniedAtSite: ADMIN_MESSAGES['role.allowedGloballyButSite'],
  silent: ADMIN_MESSAGES['role.noRoleSaysAnything'],
};

/** Why a person holds a permission at a site or not: every role with an entry, and the one that decides. */
export function ExplainDialog({ token, scopes, draft, onClose }: ExplainDialogProps) {
  const [person, setPerson] = useState<DirectoryEntry | null>(null);
  const [siteId, setSiteId] = useState(scopes[0]?.id ?? 0);
  const displayName = PERMISSION_TOKENS.find((row) => row.token === token)?.displayName ?? token;
  const nameOf = (id: number) => scopes.find((scope) => scope.id === id)?.name ?? 'global';
  return (
    <Modal
      title={formatMessage(ADMIN_MESSAGES['role.explainAccessOf'], { displayName })}
      size="wide"
      onClose={onClose}
      actions={
        <Button size="l" onClick={onClose}>
          {COMMON_MESSAGES['common.close']}
        </Button>
      }
    >
      <div className={css.question}>
        <DirectoryBox
          kind="user"
          label={ADMIN_MESSAGES['role.person']}
          placeholder={ADMIN_MESSAGES['role.findAPerson']}
          chosen={person}
          onChoose={setPerson}
        />
        <Select
          label={ADMIN_MESSAGES['role.site']}
          variant="field"
          options={scopes.map(({ id, name }) => ({ key: String(id), label: name }))}
          value={String(siteId)}
          onChange={(key) => setSiteId(Number(key))}
        />
      </div>
      {person ? (
        <Answer
          question={{ userId: person.id, siteId, token: token as PermissionToken }}
          draft={draft}
          nameOf={nameOf}
        />
      ) : (
        <p className={css.hint}>{ADMIN_MESSAGES['role.choosePersonSeeTheir']}</p>
      )}
    </Modal>
  );
}

interface AnswerProps extends Pick<ExplainDialogProps, 'draft'> {
  question: { userId: number; siteId: number; token: PermissionToken };
  nameOf: (siteId: number) => string;
}

const accessText = (isAllowed: boolean): string =>
  isAllowed ? ADMIN_MESSAGES['role.access'] : ADMIN_MESSAGES['role.noAccess'];

function Answer({ question, draft, nameOf }: AnswerProps) {
  const asked = { ...question, ...(draft ? { draft } : {}) };
  const { data, error } = useQuery(procedures.permissions.explain.queryOptions(asked, { staleTime: 0 }));
  const saved = useQuery(
    procedures.permissions.explain.queryOptions(question, { staleTime: 0, enabled: draft !== null }),
  );
  if (error) {
    return (
      <p className={css.hint} role="alert">
        {sentenceOf(failureOf(error))}
      </p>
    );
  }
  if (!data) return <p className={css.hint}>{ADMIN_MESSAGES['role.lookingItUp']}</p>;
  return (
    <div className={css.answer} role="status">
      <Tag icon={data.isAllowed ? Check : X} tone={data.isAllowed ? 'success' : 'danger'}>
        {draft
          ? formatMessage(ADMIN_MESSAGES['role.afterSaving'], { access: accessText(data.isAllowed) })
          : accessText(data.isAllowed)}
      </Tag>
      {draft && saved.data && (
        <p className={css.hint}>
          {formatMessage(ADMIN_MESSAGES['role.nowPermissionsChangedPage'], {
            access: accessText(saved.data.isAllowed),
          })}
        </p>
      )}
      {!data.isActive && <p className={css.hint}>{ADMIN_MESSAGES['role.accountDisabledArchivedCannot']}</p>}
      <ol className={css.chain}>
        {data.links.map(({ role, team, siteId, allowed, isDecisive }) => (
          <li key={`${role.id} ${team?.id} ${siteId}`} className={css.link} data-decisive={isDecisive}>
            <Step
              icon={team ? Users : User}
              words={
                team
                  ? formatMessage(ADMIN_MESSAGES['role.team'], { displayName: team.displayName })
                  : ADMIN_MESSAGES['role.theirOwn']
              }
            />
            <Step icon={Shield} words={formatMessage(ADMIN_MESSAGES['role.role'], { displayName: role.displayName })} />
            <Step icon={siteId === 0 ? Globe : Building2} words={siteId === 0 ? 'global' : nameOf(siteId)} />
            <strong className={css.value} data-allowed={allowed}>
              {allowed ? ADMIN_MESSAGES['role.allow'] : ADMIN_MESSAGES['role.deny']}
            </strong>
          </li>
        ))}
      </ol>
      <p className={css.hint}>{REASONS[data.reason]}</p>
    </div>
  );
}

const Step = ({ icon: Icon, words }: { icon: LucideIcon; words: string }) => (
  <span className={css.step}>
    <Icon size={14} strokeWidth={1.75} aria-hidden className={css.stepIcon} />
    {words}
  </span>
);
