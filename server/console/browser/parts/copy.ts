/** Copies a text. Only where the page comes by HTTPS or from this very machine do browsers let it at their clipboard. */
import { TEXTS } from '../texts.js';

export async function copyText(text: string): Promise<void> {
  if (isSecureContext) {
    await navigator.clipboard.writeText(text);
    return;
  }
  // Elsewhere what is chosen on the page can be copied, as by hand.
  const box = document.createElement('textarea');
  box.value = text;
  document.body.append(box);
  box.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is nothing else
  const isCopied = document.execCommand('copy');
  box.remove();
  if (!isCopied) throw new Error(TEXTS.plan.notCopied);
}
