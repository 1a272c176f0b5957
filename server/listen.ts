/** Opens a port. If that fails, the error names the variables that chose it, and what to do. */
import type { Server } from 'node:http';
import { isIPv6 } from 'node:net';
import { ConfigError } from './config.js';
import { adviceOn, type StartFaults } from './start-faults.js';

/** The names of the two variables that choose a port, and their values. */
export type Address = {
  hostVariable: string;
  portVariable: string;
  host: string;
  port: number;
};

export async function listen(server: Server, address: Address): Promise<void> {
  const { host, port } = address;
  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error): void => {
      reject(sentenceOf(error, address));
    };
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      resolve();
    });
  });
}

const LISTEN_FAULTS: StartFaults<Address> = [
  [
    /EADDRINUSE/,
    (address) =>
      `${address.portVariable}: another process listens on ${textOf(address)}; stop that process, or choose another port`,
  ],
  [
    /EACCES/,
    (address) =>
      `${address.portVariable}: the user that runs the service may not listen on ${textOf(address)}; choose a port from 1024 on, and put a reverse proxy in front`,
  ],
  [
    /EADDRNOTAVAIL/,
    (address) =>
      `${address.hostVariable}: this machine has no address ${address.host}; give one that it has, or 0.0.0.0 for all of them`,
  ],
  [
    /ENOTFOUND/,
    (address) =>
      `${address.hostVariable}: there is no host ${address.host}; give an address of this machine, or 0.0.0.0 for all of them`,
  ],
];

function sentenceOf(error: Error, address: Address): Error {
  const advice = adviceOn(LISTEN_FAULTS, address, error);
  return advice === undefined ? error : new ConfigError([`${advice}.`]);
}

const textOf = ({ host, port }: Address): string => `${isIPv6(host) ? `[${host}]` : host}:${port}`;
