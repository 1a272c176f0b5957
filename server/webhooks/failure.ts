/**
 * Reasons why an attempt failed, in words for the customer who owns the receiver.
 *
 * Network errors are never passed on unchanged, because they contain addresses and routes of this machine. Errors that
 * are not in the table are reported as a failed connection.
 */
export const NO_ADDRESS = 'The host name has no public address.';
export const NO_ADDRESS_AT_ALL = 'The host name has no address.';

const BROKEN_OFF = 'The connection closed before there was a response.';
const NO_TLS = 'The TLS handshake failed.';
const BAD_CERTIFICATE = 'The certificate of the receiver is not trusted.';

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: BROKEN_OFF,
  EPIPE: BROKEN_OFF,
  EPROTO: NO_TLS,
  HPE_HEADER_OVERFLOW: 'The headers of the response are too long.',
  CERT_HAS_EXPIRED: 'The certificate of the receiver has expired.',
  CERT_NOT_YET_VALID: 'The certificate of the receiver is not valid yet.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the receiver is for another host name.',
  DEPTH_ZERO_SELF_SIGNED_CERT: BAD_CERTIFICATE,
  SELF_SIGNED_CERT_IN_CHAIN: BAD_CERTIFICATE,
  UNABLE_TO_GET_ISSUER_CERT: BAD_CERTIFICATE,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: BAD_CERTIFICATE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: BAD_CERTIFICATE,
};

export function reasonOfError(error: unknown): string {
  const code = codeOf(error);
  const known = REASONS[code];
  if (known !== undefined) return known;
  if (code.startsWith('HPE_')) return 'The answer is not readable as HTTP.';
  if (code.startsWith('ERR_SSL_')) return NO_TLS;
  return 'The connection failed.';
}

/** Returns the code of a Node error, or an empty text for any other error. */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

export function reasonOfStatus(status: number): string {
  const answered = `The receiver answered ${status}`;
  if (status === 410) return `${answered}: it wants no more messages.`;
  if (status >= 300 && status <= 399) return `${answered}; redirects are not followed.`;
  return `${answered}.`;
}
