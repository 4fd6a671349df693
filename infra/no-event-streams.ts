/** Replaces the SDK's event streams in bundles (see bundle.ts): Lambda's client prepares one for answers in parts, which no function asks for. */
export const eventStreamSerdeProvider = () => ({});
export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config;
