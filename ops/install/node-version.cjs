// npm runs this after installing packages. Plain JavaScript for old Node versions.
const oldest = { installing: 20, running: 24 };
const installing = /\bnode\/v(\d+)/.exec(process.env.npm_config_user_agent || "");
const running = Number(process.versions.node.split(".")[0]);

const fail = (message) => {
  console.error(message);
  process.exit(1);
};
if (installing && Number(installing[1]) < oldest.installing)
  fail(`Node ${installing[1]} is too old to install this. Use Node ${oldest.installing} or newer.`);
if (running < oldest.running)
  fail(
    `This needs Node ${oldest.running}, which npm cannot install for ${process.platform} on ${process.arch}. Install Node ${oldest.running} or newer.`,
  );
