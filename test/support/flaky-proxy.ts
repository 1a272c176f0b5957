/**
 * A proxy between a client and a Postgres server that cuts the connection at a chosen message, to simulate a network
 * failure at the moment that a test needs.
 */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type FlakyProxy = {
  /** Returns the URL of the same database through the proxy. */
  urlOf(databaseUrl: string): string;
  /** Cuts at the next client message that contains this text, or, with `forwards`, after the server has answered it. */
  dropNext(text: string, how: { readonly forwards: boolean; readonly staysDown?: boolean }): void;
  cuts(): number;
  /** Keeps and accepts connections, but passes no byte in either direction. */
  hang(): void;
  goOn(): void;
  /** Accepts connections again after a cut with `staysDown`. */
  restore(): void;
  stop(): Promise<void>;
};

export async function startFlakyProxy(socketFile: string): Promise<FlakyProxy> {
  let armed: { text: string; forwards: boolean; staysDown: boolean } | null = null;
  let cutCount = 0;
  let down = false;
  let hanging = false;
  const held: (() => void)[] = [];
  /** Delivers at once, or when bytes pass again. */
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
