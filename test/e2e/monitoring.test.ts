import { expect, test } from 'vitest'
import { type RunningBot, testBot } from '../support/bot.ts'

const readinessOf = async ({ healthUrl }: RunningBot) => {
  const response = await fetch(`${healthUrl}/readyz`)
  return { status: response.status, ...((await response.json()) as { parts: Record<string, string> }) }
}

test.each([
  ['all', ['database', 'jobs', 'telegram']],
  ['gateway', ['database', 'jobs', 'telegram']],
  ['worker', ['database', 'jobs']],
  ['web', ['database', 'jobs']],
] as const)('a process with the role %s is ready when what it needs works, and says so beside the page', async (role, parts) => {
  const bot = await testBot({ role })
  expect(await (await fetch(`${bot.healthUrl}/healthz`)).json()).toEqual({ alive: true })
  await expect
    .poll(() => readinessOf(bot))
    .toEqual({ status: 200, ready: true, parts: Object.fromEntries(parts.map((part) => [part, 'ok'])) })
  expect(await (await fetch(`${bot.healthUrl}/metrics`)).text()).toContain('throughline_process_cpu_seconds_total')
  expect(bot.url !== undefined).toBe(role === 'all' || role === 'web')
  for (const path of ['/healthz', '/readyz', '/metrics']) if (bot.url) expect((await fetch(bot.url + path)).status, path).toBe(404)
})

test('a process is not ready while a platform is away, and is again when it is back', async () => {
  const bot = await testBot()
  await expect.poll(() => readinessOf(bot)).toMatchObject({ status: 200 })
  // Twice, so that there are three seconds to see it.
  for (let time = 0; time < 2; time++) bot.telegram.failNext('getUpdates', { status: 502 })
  // Ends the poll that waits for something to happen, so that the next one fails.
  bot.telegram.message({ from: bot.telegram.person({ name: 'Ada' }), text: 'Hello' })
  await expect
    .poll(() => readinessOf(bot), { timeout: 10_000 })
    .toMatchObject({ status: 503, parts: { database: 'ok', telegram: 'not connected; the log says why' } })
  await expect.poll(() => readinessOf(bot), { timeout: 10_000 }).toMatchObject({ status: 200 })
})
