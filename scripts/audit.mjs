// Checks the packages that are installed or bundled with the program for known vulnerabilities, as npm's registry lists them. Fails if one
// is high or critical. A registry that does not list them is reported, because a check that did not happen must not look like one that
// passed.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import process from 'node:process'

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const { packages } = JSON.parse(read('package-lock.json'))
const bundled = new Set([...read('dist/THIRD-PARTY-NOTICES.txt').matchAll(/^(\S+) \d\S* \([^)]+\)$/gm)].map(([, name]) => name))
const isShipped = ({ name, nodes }) => bundled.has(name) || nodes.some((path) => !packages[path]?.dev)

const options = { encoding: 'utf8', timeout: 120_000, maxBuffer: 256 * 2 ** 20 }
const { stdout, error } = spawnSync('npm', ['audit', '--json'], options)
const report = parseReport(stdout)

if (report.metadata) {
  const found = Object.values(report.vulnerabilities).filter(isShipped)
  const counts = ['critical', 'high', 'moderate', 'low', 'info'].flatMap((severity) => {
    const count = found.filter((vulnerability) => vulnerability.severity === severity).length
    return count > 0 ? `${count} ${severity}` : []
  })
  console.log(`Known vulnerabilities in production dependencies: ${counts.join(', ') || 'none'}.`)
  for (const { name, severity, range } of found) console.log(`  ${severity}: ${name} ${range}`.trimEnd())
  process.exitCode = found.some(({ severity }) => severity === 'high' || severity === 'critical') ? 1 : 0
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
