/** Asks for a key and looks whether it is one, before anything else is shown. */
import { useState } from 'preact/hooks';
import { call, messageOf, signIn } from './api.js';
import { Notice } from './parts/parts.js';
import { TEXTS } from './texts.js';

export function SignIn() {
  const [key, setKey] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      await call('GET', '/engine/account/v1', { key: key.trim() });
      signIn(key.trim());
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
        {error !== undefined && <Notice kind="error">{error}</Notice>}
        <button type="submit" class="primary" disabled={isBusy || key.trim() === ''}>
          {go}
        </button>
        <span class="visually-hidden">{title}</span>
      </form>
    </main>
  );
}
