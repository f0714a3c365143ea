import { act } from '@testing-library/react';

/** An upload whose progress the test controls. */
export class FakeRequest extends EventTarget {
  static last: FakeRequest;
  /** All that were sent. */
  static all: FakeRequest[] = [];
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  address = '';
  sent: FormData | null = null;
  wasAborted = false;
  open = (method: string, path: string) => void (this.address = `${method} ${path}`);
  setRequestHeader = () => undefined;
  abort = () => void (this.wasAborted = true);
  send(body: FormData) {
    this.sent = body;
    FakeRequest.last = this;
    FakeRequest.all.push(this);
  }
  async progress(loaded: number) {
    await act(async () => void this.upload.dispatchEvent(new ProgressEvent('progress', { loaded })));
  }
  async breakOff() {
    await act(async () => void this.dispatchEvent(new Event('error')));
  }
  async answer(status: number, body: unknown) {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    await act(async () => void this.dispatchEvent(new Event('load')));
  }
}
