/**
 * Webhooks: one attempt to deliver a signed message to an address that a caller chose, and the rules around it.
 *
 *     url ──► may it be used? ──► resolve ──► every address public? ──► POST, signed, bounded ──► delivered | failed
 *
 * Who keeps messages until they are delivered, and when they are tried again, is no concern of this folder.
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
