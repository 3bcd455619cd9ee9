import { hostToListenOn, type VariableValues, wholeNumber } from './kinds.ts'

// Settings of the server for health checks and metrics.

export interface HealthConfig {
  readonly host: string
  readonly port: number
  /** Whether a free port is used if this one is taken: only if none was configured, so that several processes can run on one machine. */
  readonly usesOtherPort: boolean
}

const defaultPort = 3001

export const healthVariables = {
  HEALTH_HOST: hostToListenOn.default('127.0.0.1'),
  HEALTH_PORT: wholeNumber(0, 65_535).optional(),
}

export function parseHealth({ HEALTH_HOST: host, HEALTH_PORT: port }: VariableValues<typeof healthVariables>): HealthConfig {
  return { host, port: port ?? defaultPort, usesOtherPort: port === undefined }
}
