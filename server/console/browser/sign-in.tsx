/** Asks for an API key and verifies it before anything else is shown. */
import { useState } from 'preact/hooks';
import { call, isExpired, messageOf, signIn } from './api.js';
import { Notice } from './parts/parts.js';
import { TEXTS } from './texts.js';

/** The characters allowed in an HTTP header, and therefore in a key. */
const PRINTABLE = /^[\x21-\x7e]+$/;

export function SignIn() {
  const [key, setKey] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const typed = key.trim();
    if (!PRINTABLE.test(typed)) {
      setError(TEXTS.signIn.noKey);
      return;
    }
    setBusy(true);
    try {
      const { account_id: id } = await call<{ account_id: string }>('GET', '/engine/account/v1', {
        key: typed,
      });
      signIn(typed, id);
    } catch (refused) {
      setError(messageOf(refused));
      setBusy(false);
    }
  };
  const { title, lead, hint, submit: go, key: label } = TEXTS.signIn;
  return (
    <main class="sign-in">
      <form class="card" onSubmit={(event) => void submit(event)}>
        <img src="/engine/console/icon.svg" alt="" width="48" height="48" />
        <h1>{TEXTS.app.name}</h1>
        <p class="lead">{lead}</p>
        <label for="key">{label}</label>
        <input
          id="key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          value={key}
          aria-describedby="key-hint"
          onInput={(event) => setKey(event.currentTarget.value)}
        />
        <p id="key-hint" class="hint">
          {hint}
        </p>
        {isExpired.value && error === undefined && (
          <Notice kind="info">{TEXTS.signIn.expired}</Notice>
        )}
        {error !== undefined && <Notice kind="error">{error}</Notice>}
        <button type="submit" class="primary" disabled={isBusy || key.trim() === ''}>
          {go}
        </button>
        <span class="visually-hidden">{title}</span>
      </form>
    </main>
  );
}
