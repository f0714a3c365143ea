import { useCatalogue, useInstanceInfo } from '../../api/catalogue.ts';
import { Facts } from '../../ui/facts.tsx';
import { Page, PageSection } from '../../ui/page/page.tsx';

const yesNo = (isSo: boolean): string => (isSo ? 'Yes' : 'No');

/** What this instance is and holds (specification §2 "/settings/instance"). */
export function InstancePage() {
  const instance = useInstanceInfo();
  const sites = useCatalogue().data?.sites ?? [];
  return (
    <Page title="Instance Administration">
      <PageSection title="Instance">
        {instance && (
          <Facts
            rows={[
              { name: 'Product', value: instance.productName },
              { name: 'Version', value: instance.version },
              { name: 'Single Sign On available', value: yesNo(instance.ssoAvailable) },
              { name: 'Own base map', value: yesNo(instance.basemapStyleUrl !== null) },
              { name: 'Demo accounts', value: yesNo(instance.demoAccounts) },
              { name: 'Feature flags', value: instance.features.join(', ') },
            ]}
          />
        )}
      </PageSection>
      <PageSection title="Sites" hint="Those that you may view.">
        <Facts rows={sites.map(({ name, slug }) => ({ name: slug, value: name }))} />
      </PageSection>
    </Page>
  );
}
