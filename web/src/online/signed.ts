// Whether it is worth asking for an account: where nobody ever signed in there is no need to.
const KEY = 'tidelock.account';

export function rememberSigned(signed: boolean): void {
  try {
    if (signed) localStorage.setItem(KEY, 'yes');
    else localStorage.removeItem(KEY);
  } catch {
    // It is asked for the next time.
  }
}

export function maybeSignedIn(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}
