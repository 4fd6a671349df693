/** The page that plays a phone. */
import { callbackModes } from "./callbacks.ts";
import type { answers, Ledger, Prompt, Transaction } from "./ledger.ts";

const safe = (text: unknown) => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const money = (amount: number) => `KES ${amount.toLocaleString("en-KE")}`;
const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium", timeZone: "Africa/Nairobi" });

const labels: Record<keyof typeof answers, string> = {
  pin: "Enter the right PIN",
  "wrong-pin": "Wrong PIN",
  "no-money": "Not enough money",
  cancel: "Cancel",
  timeout: "Do nothing until it times out",
};

/** Shows new prompts and transactions without a reload of the forms. */
export const script = `
setInterval(async () => {
  const next = new DOMParser().parseFromString(await (await fetch("/")).text(), "text/html");
  for (const id of ["prompts", "transactions"]) {
    const [shown, fresh] = [document, next].map((page) => page.getElementById(id));
    if (!shown.isEqualNode(fresh) && !shown.contains(document.activeElement)) shown.replaceWith(fresh);
  }
}, 1000);`;

const style = `
:root { color-scheme: light dark; font: 1rem/1.45 system-ui, sans-serif; --line: 1px solid light-dark(#d5d9de, #33383f); }
body { max-width: 46rem; margin: 0 auto; padding: 1rem; }
form { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; }
label { display: grid; flex: 1 1 10rem; gap: .25rem; }
input, select, button { font: inherit; min-height: 2.75rem; padding: .25rem .75rem; }
.prompt { border: var(--line); border-radius: .5rem; padding: 1rem; margin: 1rem 0; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { text-align: left; padding: .4rem .6rem .4rem 0; border-bottom: var(--line); white-space: nowrap; }`;

/** `query` prefills the payment, and has the `error` of the last form. */
export function page(shortCode: string, { prompts, transactions }: Ledger, query: URLSearchParams): string {
  const open = [...prompts.values()].filter(({ answer }) => !answer);
  const latest = [...transactions.values()].slice(-50).reverse();
  const input = (name: string, label: string, attributes: string, value = "") =>
    `<label>${label}<input name="${name}" value="${safe(query.get(name) ?? value)}" ${attributes}></label>`;
  const error = query.get("error");
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pay as a client</title><link rel="icon" href="data:,"><style>${style}</style>
<script type="module" src="/page.js"></script></head>
<body>
<h1>Pay as a client</h1>
<p>This page plays a client's phone. No money moves. The paybill number is ${safe(shortCode)}.</p>
${error ? `<p role="alert">${safe(error)}</p>` : ""}
<section id="prompts" aria-live="polite">${open.map(promptCard).join("")}</section>
<h2>Pay bill</h2>
<form method="post" action="/pay">
${input("account", "Account number", 'required inputmode="numeric"')}
${input("amount", "Amount in shillings", 'required type="number" min="1" max="250000"')}
${input("phone", "Phone", 'required type="tel"', "0712345678")}
${input("name", "First name", "", "JANE")}
<label>Callback<select name="callback">${callbackModes.map((mode) => `<option>${mode}</option>`).join("")}</select></label>
<button>Pay</button>
</form>
<section id="transactions"><h2>Transactions</h2>${latest.length === 0 ? "<p>None yet.</p>" : table(latest)}</section>
</body>
</html>`;
}

const promptCard = ({ CheckoutRequestID, amount, account, phone }: Prompt) => `<div class="prompt">
<p><strong>Pay ${money(amount)} to account ${safe(account)}?</strong> On the phone ${safe(phone)}.</p>
<form method="post" action="/prompts/${safe(CheckoutRequestID)}">${Object.entries(labels)
  .map(([answer, label]) => `<button name="answer" value="${answer}">${label}</button>`)
  .join("")}</form></div>`;

const table = (transactions: Transaction[]) => `<table>
<tr><th>Code</th><th>Time</th><th>Account</th><th>Amount</th><th>Phone</th><th>Callback</th></tr>
${transactions
  .map(({ TransID, at, account, amount, phone, callback, confirmations }) => {
    const sent = `${callback}: ${confirmations.join(", ") || "not sent"}`;
    const cells = [TransID, time.format(at), account, money(amount), phone, sent].map(safe);
    return `<tr><td>${cells.join("</td><td>")}</td></tr>`;
  })
  .join("")}</table>`;
