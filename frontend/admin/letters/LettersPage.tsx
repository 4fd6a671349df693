import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { LetterName } from "../../../shared/notifications.ts";
import { PageHead } from "../look/PageHead.tsx";
import { useNarrow } from "../look/use-narrow.ts";
import { Choice } from "../table/Filters.tsx";
import { ListFailure, ListLoading } from "../table/ListState.tsx";
import { useAddress } from "../table/use-address.ts";
import classes from "./LettersPage.module.css";
import { Preview } from "./Preview.tsx";
import { letterExample } from "./queries.ts";
import { SendTest } from "./SendTest.tsx";
import { letterNames } from "./words.ts";

/** The letters as their readers get them, and a way to get one oneself. */
export default function LettersPage() {
  const { get, set } = useAddress();
  const narrow = useNarrow();
  const asked = LetterName.safeParse(get("letter"));
  const letter = asked.success ? asked.data : "upcoming";
  const { data, error, isPending, refetch } = useQuery(letterExample(letter));
  const { title, reader } = letterNames[letter];
  return (
    <>
      <Link to="/admin/settings" className={classes.back}>
        Back to Settings
      </Link>
      <PageHead
        title="Letters"
        lead="What is mailed in your name, with your company's profile and example values."
      />
      <div className={classes.page}>
        {narrow ? (
          <Choice
            label="Letter"
            value={letter}
            options={LetterName.options.map((name) => [name, letterNames[name].title] as const)}
            onChange={(letter) => set({ letter })}
            compact
          />
        ) : (
          <nav aria-label="Letters" className={classes.names}>
            {LetterName.options.map((name) => (
              <Link
                key={name}
                to={`/admin/settings/letters?letter=${name}`}
                aria-current={name === letter ? "page" : undefined}
              >
                {letterNames[name].title}
                <span>{letterNames[name].to}</span>
              </Link>
            ))}
          </nav>
        )}
        <section aria-labelledby="letter" className={classes.letter}>
          <h2 id="letter">{title}</h2>
          <p className={classes.reader}>{reader}</p>
          {error && (
            <ListFailure
              error={error}
              words={["Failed to fetch the letter", "An error occurred while fetching the letter"]}
              some={data !== undefined}
              retry={() => void refetch()}
            />
          )}
          {isPending && <ListLoading>Loading the letter...</ListLoading>}
          {data && <Preview title={title} {...data} />}
          <SendTest key={letter} letter={letter} />
        </section>
      </div>
    </>
  );
}
