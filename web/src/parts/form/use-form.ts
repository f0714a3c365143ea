import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Failure, failureOf } from '../../api/failure.ts';
import { useUnsaved } from '../../state/leaving.ts';

/** Field → sentence. */
export type FieldErrors<Values> = Partial<Record<keyof Values & string, string>>;

interface FormOptions<Values> {
  initial: Values;
  /** The errors of the values; empty when they can be saved. */
  check: (values: Values) => FieldErrors<Values>;
  /** Throws what the call threw. */
  save: (values: Values) => Promise<unknown>;
  /** The form clears itself after a save, as one for a password does. */
  clearsOnSave?: boolean;
  /** Typed values are stored elsewhere, so leaving the page does not lose them. */
  isDraftKept?: boolean;
}

/**
 * Values of a form, their errors, and the state of saving them. A field shows its error on leaving it (unless it is
 * empty) or on submit, and hides it while the user types. Typed values are kept when a save fails.
 */
export function useForm<Values extends object>(options: FormOptions<Values>) {
  const { initial, check, save, clearsOnSave = false, isDraftKept = false } = options;
  const form = useRef<HTMLFormElement>(null);
  const [start, setStart] = useState(initial);
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors<Values>>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [rejections, setRejections] = useState(0);
  const isDirty = JSON.stringify(values) !== JSON.stringify(start);
  useUnsaved(isDirty && !isDraftKept);
  useEffect(() => {
    if (rejections > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [rejections]);

  const reject = (problems: FieldErrors<Values>) => {
    setErrors(problems);
    setRejections((count) => count + 1);
  };
  const set = <Name extends keyof Values & string>(name: Name, value: Values[Name]) => {
    setValues((current) => ({ ...current, [name]: value }));
    setErrors(({ [name]: _cleared, ...others }) => others as FieldErrors<Values>);
  };
  const setError = (name: keyof Values & string, problem: string) =>
    setErrors((current) => ({ ...current, [name]: problem }));
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (isBusy) return;
    setFailure(null);
    const problems = check(values);
    if (Object.keys(problems).length > 0) return reject(problems);
    setBusy(true);
    try {
      await save(values);
      setStart(clearsOnSave ? initial : values);
      if (clearsOnSave) setValues(initial);
    } catch (error) {
      const reported = failureOf(error);
      setFailure(reported);
      reject(reported.fields as FieldErrors<Values>);
    } finally {
      setBusy(false);
    }
  };
  /** The props of a text field of this form. */
  const field = <Name extends keyof Values & string>(name: Name) => ({
    name,
    value: values[name],
    error: errors[name] ?? null,
    onChange: (value: Values[Name]) => set(name, value),
    onBlur: () => {
      const problem = values[name] ? check(values)[name] : undefined;
      if (problem !== undefined) setErrors((current) => ({ ...current, [name]: problem }));
    },
  });
  return { form, values, errors, failure, isBusy, isDirty, set, setError, field, submit };
}
