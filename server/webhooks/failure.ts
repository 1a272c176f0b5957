/**
 * Why an attempt failed, in words for the customer whose receiver it is.
 *
 * Errors of the network are never passed on as they are: they carry addresses and routes of the machine that met them. What is not in
 * the table is a failed connection.
 */
export const NO_ADDRESS = 'The host name has no public address.';
export const NO_ADDRESS_AT_ALL = 'The host name has no address.';

const BROKEN_OFF = 'The connection broke off before there was an answer.';
const NO_TLS = 'There was no agreement on a TLS connection.';
const BAD_CERTIFICATE = 'The certificate of the receiver is not trusted.';

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: BROKEN_OFF,
  EPIPE: BROKEN_OFF,
  EPROTO: NO_TLS,
  HPE_HEADER_OVERFLOW: 'The headers of the answer are too long.',
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

/** Of an error of node; empty for any other. */
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
