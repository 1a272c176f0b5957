/**
 * Stands between a client and a Postgres server and cuts the connection at a chosen message: what a network does, at the moment that a test
 * needs.
 */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type FlakyProxy = {
  /** The address of the same database by way of the proxy. */
  urlOf(databaseUrl: string): string;
  /** Cuts at the next message of the client that holds this text; with `forwards` once the server has answered it. */
  dropNext(text: string, how: { readonly forwards: boolean; readonly staysDown?: boolean }): void;
  cuts(): number;
  /** Connections stay and are taken, and not a byte passes, either way. */
  hang(): void;
  goOn(): void;
  /** After a cut that stays: connections are taken again. */
  restore(): void;
  stop(): Promise<void>;
};

export async function startFlakyProxy(socketFile: string): Promise<FlakyProxy> {
  let armed: { text: string; forwards: boolean; staysDown: boolean } | null = null;
  let cutCount = 0;
  let down = false;
  let hanging = false;
  const held: (() => void)[] = [];
  /** At once, or when bytes pass again. */
  const pass = (deliver: () => void): void => {
    if (hanging) held.push(deliver);
    else deliver();
  };
  const sockets = new Set<Socket>();

  const server = createServer((client) => {
    if (down) {
      client.destroy();
      return;
    }
    const upstream = connect(socketFile);
    const cut = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', cut);
      socket.on('close', () => {
        sockets.delete(socket);
        cut();
      });
    }
    let swallowsAnswer = false;
    client.on('data', (bytes) => {
      if (hanging) {
        held.push(() => upstream.write(bytes));
        return;
      }
      if (armed === null || !bytes.includes(armed.text)) {
        upstream.write(bytes);
        return;
      }
      const { forwards, staysDown } = armed;
      armed = null;
      cutCount += 1;
      down = staysDown;
      swallowsAnswer = forwards;
      if (forwards) upstream.write(bytes);
      else cut();
    });
    upstream.on('data', (bytes) => {
      if (swallowsAnswer) cut();
      else pass(() => client.write(bytes));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    urlOf(databaseUrl) {
      const url = new URL(databaseUrl);
      url.search = '';
      url.host = `127.0.0.1:${String(port)}`;
      return url.href;
    },
    dropNext(text, { forwards, staysDown = false }) {
      armed = { text, forwards, staysDown };
    },
    hang() {
      hanging = true;
    },
    goOn() {
      hanging = false;
      for (const deliver of held.splice(0)) deliver();
    },
    cuts: () => cutCount,
    restore() {
      down = false;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
