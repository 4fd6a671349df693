// npm runs this once the packages are laid. Plain JavaScript, which every Node understands.
const oldest = { installing: 20, running: 24 };
const installing = /\bnode\/v(\d+)/.exec(process.env.npm_config_user_agent || "");
const running = Number(process.versions.node.split(".")[0]);

const refuse = (sentence) => {
  console.error(sentence);
  process.exit(1);
};
if (installing && Number(installing[1]) < oldest.installing)
  refuse(`Node ${installing[1]} is too old to install this with: take Node ${oldest.installing} or newer.`);
if (running < oldest.running)
  refuse(
    `This runs on Node ${oldest.running}, and npm brought none for ${process.platform} on ${process.arch}: install Node ${oldest.running} or newer.`,
  );
