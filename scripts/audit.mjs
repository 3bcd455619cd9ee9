// Checks the production dependencies for known vulnerabilities, as npm's registry lists them. Fails if one is high or critical. A
// registry that does not list them is reported, because a check that did not happen must not look like one that passed.
import { spawnSync } from 'node:child_process'
import process from 'node:process'

const options = { encoding: 'utf8', timeout: 120_000, maxBuffer: 256 * 2 ** 20 }
const { stdout, error } = spawnSync('npm', ['audit', '--omit=dev', '--json'], options)
const report = parseReport(stdout)

if (report.metadata) {
  const { vulnerabilities } = report.metadata
  const found = Object.entries(vulnerabilities).filter(([severity, count]) => severity !== 'total' && count > 0)
  console.log(
    `Known vulnerabilities in production dependencies: ${found.map(([severity, count]) => `${count} ${severity}`).join(', ') || 'none'}.`,
  )
  for (const { name, severity, range } of Object.values(report.vulnerabilities)) console.log(`  ${severity}: ${name} ${range}`.trimEnd())
  process.exitCode = vulnerabilities.high + vulnerabilities.critical > 0 ? 1 : 0
} else if (report.message) {
  console.log(`Not checked: known vulnerabilities of dependencies, because the registry did not list them (${report.message}).`)
} else {
  console.log(
    `Not checked: known vulnerabilities of dependencies, because npm audit printed no report${error ? ` (${error.message})` : ''}.`,
  )
  process.exitCode = 1
}

function parseReport(text) {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
