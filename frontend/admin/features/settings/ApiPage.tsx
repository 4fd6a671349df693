import { Box, Stack, Table } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Document, Operation } from "../../../../shared/api/document.ts";
import { OPENAPI_PATH } from "../../../../shared/api/document-path.ts";
import type { Schema } from "../../../../shared/api/schemas.ts";
import { ListLoading, QueryFailure } from "../../components/table/ListState.tsx";
import { Badge } from "../../components/ui/Badge.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { keyOf } from "../../queries/cache.ts";
import { fieldsOf, typeOf } from "./schema-text.ts";

const description = {
  queryKey: keyOf("api"),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Document> => {
    const response = await fetch(OPENAPI_PATH, { signal });
    if (!response.ok) throw new Error(`The API description responds with status ${response.status}.`);
    return response.json();
  },
};

const callers = { public: "Everyone", staff: "Staff", admin: "Administrators" } as const;

/** The API documentation, from openapi.json. */
export default function ApiPage() {
  const query = useQuery(description);
  const { data, isPending } = query;
  return (
    <>
      <PageHead title="The API" name="API" lead="For developers. The same rules apply as on these screens." />
      {isPending && <ListLoading>Loading the description...</ListLoading>}
      <QueryFailure
        query={query}
        texts={["Failed to fetch the description", "An error occurred while fetching the description"]}
      />
      {data && (
        <Stack gap={32}>
          <Box component="p" maw="80ch">
            <Sentences>{data.info.description}</Sentences> For tools: <a href={OPENAPI_PATH}>openapi.json</a>.
          </Box>
          {data.tags.map(({ name, description }) => (
            <section key={name} aria-labelledby={`api-${name}`}>
              <h2 id={`api-${name}`} style={{ textTransform: "capitalize" }}>
                {name}
              </h2>
              <p className="quiet">{description}</p>
              <Box className="ruled" mt={10}>
                {Object.entries(data.paths).flatMap(([path, methods]) =>
                  Object.entries(methods)
                    .filter(([, operation]) => operation.tags.includes(name))
                    .map(([method, operation]) => (
                      <Call
                        key={operation.operationId}
                        call={`${method.toUpperCase()} ${path}`}
                        operation={operation}
                        schemas={data.components.schemas}
                      />
                    )),
                )}
              </Box>
            </section>
          ))}
        </Stack>
      )}
    </>
  );
}

type Schemas = Record<string, Schema>;

function Call({ call, operation, schemas }: { call: string; operation: Operation; schemas: Schemas }) {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const [[status = "", success] = [], ...errors] = Object.entries(responses);
  const body = requestBody?.content["application/json"];
  const fields = parameters.map(({ name, required, schema }) => ({ name, required, schema }));
  return (
    <Box component="details" py={10}>
      <Box component="summary" py={0} w="auto" c="inherit">
        <strong>{summary}</strong> <Badge tone="quiet">{callers[operation["x-access"]]}</Badge>
        <Box component="code" display="block" className="quiet small" style={{ overflowWrap: "anywhere" }}>
          {call}
        </Box>
      </Box>
      <Stack gap={14} pt={10} pb={8}>
        {description && <Sentences>{description}</Sentences>}
        {fields.length > 0 && <Fields title="Parameters" fields={fields} />}
        {body && <Fields title="Body" fields={fieldsOf(body.schema, schemas)} />}
        {body && <Example title="Example" value={body.example} />}
        <Example title={`Response ${status}`} value={Object.values(success?.content ?? {})[0]?.example} />
        <div>
          <h3>Errors</h3>
          <ul className="small">
            {errors.map(([status, { description }]) => (
              <li key={status}>
                <span>{`${status}: `}</span>
                <Sentences>{description}</Sentences>
              </li>
            ))}
          </ul>
        </div>
      </Stack>
    </Box>
  );
}

/** Text with names of the API in backticks. */
const Sentences = ({ children }: { children: string }) => (
  <span>
    {children.split("`").map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part))}
  </span>
);

type Field = ReturnType<typeof fieldsOf>[number];

const Fields = ({ title, fields }: { title: string; fields: Field[] }) => (
  <div>
    <h3>{title}</h3>
    <Table
      fz="sm"
      maw={640}
      layout="fixed"
      verticalSpacing={4}
      horizontalSpacing={0}
      style={{ overflowWrap: "anywhere" }}
    >
      <Table.Tbody>
        {fields.map(({ name, required, schema }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" w="40%" fw={600} ta="left">
              <span>{name}</span>
              {!required && <span className="quiet"> optional</span>}
            </Table.Th>
            <Table.Td>{typeOf(schema)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </div>
);

/** Focusable, so that it can be scrolled by keyboard. */
const Example = ({ title, value }: { title: string; value: unknown }) => (
  <div>
    <h3>{title}</h3>
    <Box
      component="pre"
      tabIndex={0}
      className="smaller"
      p={12}
      my={6}
      bg="var(--surface)"
      bd="1px solid var(--line)"
      style={{ overflow: "auto", borderRadius: 8 }}
    >
      {typeof value === "string" ? value : JSON.stringify(value, null, 2)}
    </Box>
  </div>
);
