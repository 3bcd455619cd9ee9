import { hostToListenOn, httpAddress, type VariableValues, wholeNumber } from './kinds.ts'

// Settings of the web page.

export interface WebConfig {
  readonly host: string
  readonly port: number
  readonly publicUrl?: URL
  /** How long a signed-in browser stays signed in without being used, in ms. */
  readonly sessionIdleMs: number
}

const dayMs = 86_400_000

export const webVariables = {
  WEB_HOST: hostToListenOn.default('127.0.0.1'),
  WEB_PORT: wholeNumber(0, 65_535).default(3000),
  WEB_PUBLIC_URL: httpAddress('https://chat.example.org')
    .transform((value) => new URL(value))
    .optional(),
  SESSION_IDLE_DAYS: wholeNumber(1, 30, 'days').default(7),
}

export type WebValues = VariableValues<typeof webVariables>

export function parseWeb({ WEB_HOST: host, WEB_PORT: port, WEB_PUBLIC_URL: publicUrl, SESSION_IDLE_DAYS: idleDays }: WebValues): WebConfig {
  return { host, port, ...(publicUrl && { publicUrl }), sessionIdleMs: idleDays * dayMs }
}

/** Returns the address of the page: the configured public address, otherwise the address on this machine, if known. */
export function findWebUrl({ publicUrl, host, port }: WebConfig): URL | undefined {
  if (publicUrl) return publicUrl
  const isOwn = ['127.0.0.1', 'localhost'].includes(host) && port !== 0
  return isOwn ? new URL(`http://${host}:${port}`) : undefined
}
