/**
 * Webhooks: one attempt to deliver a signed message to a URL that a caller chose, and the rules for attempts.
 *
 *     url ──► is it allowed? ──► resolve ──► every address public? ──► POST, signed, bounded ──► delivered | failed
 *
 * This folder does not store messages and does not repeat attempts; it only computes when the next one is due.
 */
export { nextAttemptAtMs } from './retry.js';
export {
  createWebhookSender,
  type WebhookDelivery,
  type WebhookOutcome,
  type WebhookSender,
  type WebhookSenderOptions,
} from './sender.js';
export { newWebhookSecret, signWebhook, type WebhookMessage } from './signature.js';
export { webhookUrlFault, type WebhookRules } from './url.js';
