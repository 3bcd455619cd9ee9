import { expect, test } from 'vitest'
import { createMetrics } from '../../src/ops/metrics.ts'

test('counts, durations and gauges are read in the text format of Prometheus', async () => {
  const metrics = createMetrics()
  metrics.count('deliveries', { platform: 'web', outcome: 'unknown' })
  metrics.count('deliveries', { platform: 'web', outcome: 'unknown' }, 2)
  metrics.observe('job_seconds', { job: 'recover' }, 0.3)
  let waiting = 1
  metrics.gauge('deliveries_waiting', 'Parts of replies that wait to be sent.', () => waiting)
  waiting = 4
  const text = await metrics.text()
  expect(text).toContain('# TYPE throughline_deliveries_total counter\nthroughline_deliveries_total{platform="web",outcome="unknown"} 3\n')
  expect(text).toContain('throughline_job_seconds_bucket{le="0.25",job="recover"} 0\n')
  expect(text).toContain('throughline_job_seconds_bucket{le="0.5",job="recover"} 1\n')
  expect(text).toContain('throughline_deliveries_waiting 4\n')
  expect(text).toContain('throughline_process_resident_memory_bytes')
  expect(metrics.contentType).toMatch(/^text\/plain; version=/)
})

test('two sets of metrics in one process are apart', async () => {
  const [one, other] = [createMetrics(), createMetrics()]
  one.count('turns', { outcome: 'answered' })
  expect(await other.text()).not.toContain('throughline_turns_total{')
})
