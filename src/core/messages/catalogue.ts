import type { english } from './en/index.ts'

/** The name of a message. */
export type MessageKey = keyof typeof english

/** The messages of one language, in ICU message format: https://unicode-org.github.io/icu/userguide/format_parse/messages/ */
export type Catalogue = Readonly<Record<MessageKey, string>>
