import { z } from 'zod'
import type { Config } from '../../config.ts'
import type { Finding } from '../../core/domain/finding.ts'
import { type ListenAddress, listeningUrl } from '../../core/lib/listen.ts'
import { checkPort, patienceMs } from './check-port.ts'

/** Checks where /healthz, /readyz and /metrics are served. */
export function checkHealthPort(health: Config['health']): Promise<Finding> {
  return checkPort({ what: 'Monitoring', settings: 'HEALTH', isOwnServer: isHealthServer, ...health })
}

async function isHealthServer(address: ListenAddress): Promise<boolean> {
  const response = await fetch(`${listeningUrl(address)}/healthz`, { signal: AbortSignal.timeout(patienceMs) })
  return z.strictObject({ alive: z.literal(true) }).safeParse(await response.json()).success
}
