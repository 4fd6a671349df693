import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type Answer, decode, encode, RECURSION_DESIRED } from "dns-packet";

/** A DNS server on this machine that knows only the records it is given. */
export async function startNameServer() {
  const socket = createSocket("udp4");
  let records: Answer[] = [];
  let silent = false;
  socket.on("message", (message, { port, address }) => {
    const { id, questions = [] } = decode(message);
    const answers = records.filter(({ name, type }) =>
      questions.some((question) => question.name.toLowerCase() === name && question.type === type),
    );
    const known = records.some(({ name }) =>
      questions.some((question) => question.name.toLowerCase() === name),
    );
    const NAME_ERROR = 3;
    const flags = RECURSION_DESIRED | (known ? 0 : NAME_ERROR);
    if (!silent)
      socket.send(encode({ type: "response", id: id ?? 0, flags, questions, answers }), port, address);
  });
  await once(socket.bind(0, "127.0.0.1"), "listening");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    /** Replaces the records. */
    setRecords(...replacement: Answer[]) {
      records = replacement;
      silent = false;
    },
    /** Stops answering, so that queries time out. */
    stopAnswering() {
      silent = true;
    },
    stop: () => void socket.close(),
  };
}
