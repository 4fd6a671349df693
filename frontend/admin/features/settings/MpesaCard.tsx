import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Card } from "../../components/ui/Card.tsx";
import { Facts } from "../../components/ui/Facts.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { keyOf } from "../../queries/cache.ts";
import { queryOf } from "../../queries/query-of.ts";
import { statusFacts, statusProblems } from "./mpesa-status.ts";

/** How the connection with M-Pesa is; nothing in a stage without one. `paybill` is the number in reminders. */
export function MpesaCard({ paybill }: { paybill: string }) {
  const { data, isError } = useQuery({
    ...queryOf(keyOf("settings", "mpesa"), "GET /api/v1/settings/mpesa", {}),
    staleTime: 0,
  });
  if (isError) return <p>We could not load the connection with M-Pesa. Open this page again later.</p>;
  if (!data?.mpesa) return null;
  const { announced, compared } = data.mpesa;
  return (
    <Card title="Payments from M-Pesa">
      {statusProblems(data.mpesa, paybill).map((problem) => (
        <Notice key={problem} tone="warning" quiet>
          {problem}
        </Notice>
      ))}
      <Facts facts={statusFacts(data.mpesa)} />
      {compared && compared.differences.length > 0 && (
        <ul className="small">
          {compared.differences.map((difference) => (
            <li key={difference}>{difference}</li>
          ))}
        </ul>
      )}
      {announced > 0 && (
        <Link className="small" to="/admin/money/announced">
          Show the announced payments
        </Link>
      )}
    </Card>
  );
}
