import { type FormEvent, useRef, useState } from "react";
import { strip } from "./content/strip.ts";
import { Icon } from "./Icon.tsx";
import { grouped, INSTALMENT, ledger, settle, shillings } from "./payment.ts";

/**
 * A phone, a loan schedule and a ledger, with one instalment paid. Paying changes them one after the other, by
 * animations with delays. The HTML of the build has the payment in it, hidden until somebody pays; without script it is
 * visible.
 */
export function Strip({ lit }: { lit: string }) {
  const [{ amount, count }, setPayment] = useState({ amount: INSTALMENT, count: 0 });
  const [problem, setProblem] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  function pay(event: FormEvent) {
    event.preventDefault();
    const typed = shillings(input.current?.value ?? "");
    setProblem(!typed);
    if (typed) setPayment({ amount: typed, count: count + 1 });
    else input.current?.focus();
  }

  const { instalments } = settle(amount);
  const done = `${strip.received(grouped(amount))} ${instalments
    .filter(({ paid }) => paid > 0)
    .map(({ due, paid }) => strip.instalmentPaid(due, grouped(paid), { inPart: paid < INSTALMENT }))
    .join(" ")} ${strip.equal(grouped(ledger(amount).mpesa))}`;

  return (
    <div className="strip" data-lit={lit} data-paid={count > 0 || undefined}>
      {/* Another key plays the animations again. */}
      <form className="phone" data-part="mobile" onSubmit={pay} noValidate aria-label={strip.form}>
        <p className="strip-title">{strip.phone}</p>
        <p className="strip-note">{strip.paybill}</p>
        <label htmlFor="pay-amount">{strip.amount}</label>
        <input
          ref={input}
          id="pay-amount"
          type="text"
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          defaultValue={grouped(INSTALMENT)}
          {...(problem && { "aria-invalid": true, "aria-describedby": "pay-problem" })}
        />
        <button type="submit" className="button">
          {strip.pay}
        </button>
        <p id="pay-problem" className="problem" role="alert">
          {problem && strip.problem}
        </p>
        <p className="earlier">{strip.earlier}</p>
        <div className="message" key={count}>
          <p className="before">{strip.before}</p>
          <p className="after">{strip.message(grouped(amount))}</p>
        </div>
      </form>
      <div className="paper" data-part="custom-solutions">
        <table>
          <caption>
            <b>{strip.loan}</b> <span>{strip.terms}</span>
          </caption>
          <tbody key={count}>
            <tr>
              <th scope="row">31 Oct</th>
              <td>{grouped(INSTALMENT)}</td>
              <td className="ticked">{strip.paid}</td>
            </tr>
            {instalments.map(({ due, paid }) => (
              <tr key={due}>
                <th scope="row">{due}</th>
                <td>{grouped(INSTALMENT)}</td>
                <td className={paid === INSTALMENT ? "ticked after" : "after"}>
                  {paid === INSTALMENT ? strip.paid : paid > 0 && strip.part(grouped(paid))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="paper" data-part="financial">
        <table>
          <caption>
            <b>{strip.ledger}</b>
          </caption>
          <thead>
            <tr>
              <td />
              <th scope="col">{strip.debit}</th>
              <th scope="col">{strip.credit}</th>
            </tr>
          </thead>
          <Accounts when="before" amount={0} />
          <Accounts when="after" amount={amount} key={count} />
        </table>
      </div>
      <p className="strip-note" data-part="consulting">
        <Icon name="next" />
        {strip.consulting}
      </p>
      <p className="strip-note" data-part="implementation">
        <Icon name="next" />
        {strip.implementation}
      </p>
      <p className="unseen" role="status">
        {count > 0 && <span key={count}>{done}</span>}
      </p>
    </div>
  );
}

const Accounts = ({ when, amount }: { when: "before" | "after"; amount: number }) => {
  const { mpesa, interest, principal, held } = ledger(amount);
  const credits = [
    [strip.interest, interest],
    [strip.principal, principal],
    [strip.held, held],
  ] as const;
  return (
    <tbody className={when}>
      <tr>
        <th scope="row">{strip.mpesa}</th>
        <td>{grouped(mpesa)}</td>
        <td />
      </tr>
      {credits.map(([account, credit]) => (
        <tr key={account}>
          <th scope="row">{account}</th>
          <td />
          <td>{grouped(credit)}</td>
        </tr>
      ))}
      <tr className="total">
        <th scope="row">
          {strip.total} <span className="ticked">{strip.agrees}</span>
        </th>
        <td>{grouped(mpesa)}</td>
        <td>{grouped(interest + principal + held)}</td>
      </tr>
    </tbody>
  );
};
