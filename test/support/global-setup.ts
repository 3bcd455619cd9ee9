import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openStore } from '../../src/store/open.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated, empty database to copy: a folder, or the name of a database of TEST_DATABASE_URL. */
    template: { readonly folder: string } | { readonly database: string; readonly url: string }
  }
}

/** Migrates one database, which every test then copies. TEST_DATABASE_URL names a PostgreSQL to use in place of PGlite. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env['TEST_DATABASE_URL']
  return url ? setupPostgres(project, url) : setupEmbedded(project)
}

async function setupEmbedded(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-template-'))
  await (await openStore({ dataDir: folder })).close()
  project.provide('template', { folder })
  return () => rm(folder, { recursive: true, force: true })
}

async function setupPostgres(project: TestProject, url: string): Promise<() => Promise<void>> {
  const database = `throughline_template_${process.pid}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
  await admin.query(`CREATE DATABASE ${database}`)
  const template = new URL(url)
  template.pathname = `/${database}`
  await (await openStore({ databaseUrl: template.href })).close()
  project.provide('template', { database, url })
  return async () => {
    await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
    await admin.end()
  }
}
