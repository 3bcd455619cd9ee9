import type { StoreConfig } from '../store/open-store.ts'
import { address, oneOf, secret, text, type VariableRule, type VariableValues } from './kinds.ts'

// Settings for the role of this process, its database and queue, and its log.

/** The role of this process. `all` combines the others. */
export type RoleName = 'gateway' | 'worker' | 'web' | 'all'

export interface RunningConfig {
  readonly role: RoleName
  readonly store: StoreConfig
  /** If absent, jobs are stored in the embedded database. */
  readonly redisUrl?: string
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

export const runningVariables = {
  DATA_DIR: text.default('./data'),
  DATABASE_URL: address(['postgresql:', 'postgres:'], 'postgresql://user:password@127.0.0.1:5432/throughline').optional().meta(secret),
  REDIS_URL: address(['redis:', 'rediss:'], 'redis://127.0.0.1:6379').optional().meta(secret),
  ROLE: oneOf(['gateway', 'worker', 'web', 'all']).default('all'),
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
}

const sharingRoles: ReadonlySet<string> = new Set<RoleName>(['gateway', 'worker', 'web'])

export const runningRules: readonly VariableRule[] = [
  ({ ROLE: role = 'all', DATABASE_URL, REDIS_URL }) => {
    if (DATABASE_URL && REDIS_URL) return undefined
    if (sharingRoles.has(role))
      return `ROLE is "${role}", which shares the work with other processes and needs DATABASE_URL and REDIS_URL. Without them, only ROLE=all works.`
    return (
      DATABASE_URL &&
      'DATABASE_URL is set, but REDIS_URL is not. With PostgreSQL, jobs are stored in Redis: set both, or neither to use the embedded database.'
    )
  },
]

export function parseRunning(values: VariableValues<typeof runningVariables>): RunningConfig {
  const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = values
  return {
    role: values.ROLE,
    store: databaseUrl ? { databaseUrl } : { dataDir: values.DATA_DIR },
    ...(redisUrl && { redisUrl }),
    logLevel: values.LOG_LEVEL,
  }
}
