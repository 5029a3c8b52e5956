// The sign-in form of the page of the queues. It needs no script and no other file.
import { escapedHtml } from './html.ts';

/** @param problem what was wrong with the last attempt; escaped before it is shown */
export function signInPage(action: string, problem?: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rolecall: queues</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem }
textarea { width: 100%; box-sizing: border-box; font-family: monospace }
[role=alert] { color: #b00020 }
</style>
</head>
<body>
<h1>Queues</h1>
<p>This page is for clients with the scope <code>admin</code>: <code>rolecall clients add NAME --scope admin</code> makes one.</p>
${problem === undefined ? '' : `<p role="alert">${escapedHtml(problem)}</p>\n`}<form method="post" action="${action}" autocomplete="off">
<label>Access token<br><textarea name="token" rows="6" required autofocus spellcheck="false"></textarea></label>
<p><button>Sign in</button></p>
</form>
</body>
</html>
`;
}
