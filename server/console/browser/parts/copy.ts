/** Copies a text. Browsers allow access to the clipboard only on pages from HTTPS or from localhost. */
import { TEXTS } from '../texts.js';

export async function copyText(text: string): Promise<void> {
  if (isSecureContext) {
    await navigator.clipboard.writeText(text);
    return;
  }
  // On other pages, select the text and copy the selection.
  const box = document.createElement('textarea');
  box.value = text;
  document.body.append(box);
  box.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is nothing else
  const isCopied = document.execCommand('copy');
  box.remove();
  if (!isCopied) throw new Error(TEXTS.plan.notCopied);
}
