// The rules of who may import whom. Everything below is made from two tables, so that they are what one reads and changes.

/** The parts of src/ from top to bottom: each may import those below it, never one above. */
const order = [
  'throughline.ts',
  'main.ts',
  'app.ts',
  'entry-points.ts',
  'config.ts',
  'config',
  'cli',
  'commands',
  'conversation',
  'accounts',
  'samples',
  'privacy',
  'agent',
  'loops',
  'sessions',
  'channels',
  'summaries',
  'memory',
  'search',
  'push',
  'threads',
  'budget',
  'people',
  'offline',
  'model',
  'jobs',
  'store',
  'ops',
  'core',
]

/** Steps upwards that are meant: what starts the program from the terminal needs its parts put together. */
const upwards = { cli: ['app.ts', 'config.ts'] }

/** What runs the whole program needs the file that puts it together. */
const startsProgram = 'src/cli/run-bot.ts'

/** Packages of which the build takes what the program needs, so that they are not installed with it. */
const bundled = ['@prisma/.+', 'pglite-prisma-adapter', 'eld', 'gpt-tokenizer', 'highlight.js', 'idiomorph', 'remend']

/** Each vendor has one owner; nothing else knows it. */
const owners = [
  { vendor: ['grammy', '@grammyjs/.+'], owner: ['adapters/telegram'] },
  { vendor: ['discord.js', '@discordjs/.+', 'discord-api-types'], owner: ['adapters/discord'] },
  { vendor: ['@slack/.+'], owner: ['adapters/slack'] },
  { vendor: ['openai', '@energetic-ai/.+'], owner: ['src/model'] },
  { vendor: ['bullmq', 'ioredis', 'pg-boss'], owner: ['src/jobs'] },
  { vendor: ['@prisma/.+', '@electric-sql/pglite.*', 'pglite-prisma-adapter', 'pg'], owner: ['src/store'] },
  { vendor: ['fastify', '@fastify/.+'], owner: ['adapters/web', 'adapters/voice'] },
  { vendor: ['luxon', 'chrono-node', 'rrule-temporal', 'temporal-polyfill'], owner: ['src/core', 'src/search'] },
  { vendor: ['pino', 'prom-client'], owner: ['src/ops'] },
  { vendor: ['web-push'], owner: ['src/push'] },
]

const under = (part) => `^src/${part.replace('.', '\\.')}${part.endsWith('.ts') ? '$' : '/'}`
const anyOf = (parts) => parts.map(under)

const onlyDownwards = order.slice(1).map((part, index) => ({
  name: `${part}-imports-only-what-is-below`,
  comment: `src/ is ordered from top to bottom: ${order.join(', ')}.`,
  severity: 'error',
  from: { path: under(part), pathNot: `^${startsProgram}$` },
  to: { path: anyOf(order.slice(0, index + 1).filter((above) => !upwards[part]?.includes(above))) },
}))

const oneOwner = owners.map(({ vendor, owner }) => ({
  name: `${vendor[0].replace(/\W+/g, '')}-has-one-owner`,
  comment: `${vendor.join(', ')}: only in ${owner.join(' and ')}, and in tests.`,
  severity: 'error',
  from: { path: '^(src|adapters)/', pathNot: owner.map((folder) => `^${folder}/`) },
  to: { path: vendor.map((name) => `^(node_modules/)?(@types/)?${name}(/|$)`) },
}))

module.exports = {
  forbidden: [
    ...onlyDownwards,
    ...oneOwner,
    {
      name: 'parts-are-in-the-order',
      comment: 'A new folder of src/ takes its place in the order first.',
      severity: 'error',
      from: {},
      to: { path: '^src/', pathNot: anyOf(order) },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or need a third.',
      severity: 'error',
      from: { pathNot: '^src/store/generated/' },
      to: { circular: true },
    },
    {
      name: 'adapters-know-only-the-core',
      comment: 'An adapter turns a platform into the ports of src/core and back. The web page alone also shows features.',
      severity: 'error',
      from: { path: '^adapters/', pathNot: '^adapters/web/' },
      to: { path: '^src/', pathNot: under('core') },
    },
    {
      name: 'web-starts-nothing',
      comment: 'The web page is given its parts; it opens none.',
      severity: 'error',
      from: { path: '^adapters/web/' },
      to: { path: [under('main.ts'), under('app.ts'), under('config.ts'), under('cli')] },
    },
    {
      name: 'browser-knows-no-server',
      comment:
        'The code of the browser is sent to everybody. What it shares with the server is in adapters/web/shared/, which needs neither.',
      severity: 'error',
      from: { path: '^adapters/web/(browser|shared)/' },
      to: { path: '^(src|adapters)/', pathNot: '^adapters/web/(browser|shared)/' },
    },
    {
      name: 'shared-code-runs-anywhere',
      severity: 'error',
      from: { path: '^adapters/web/shared/' },
      to: { pathNot: '^adapters/web/shared/' },
    },
    {
      name: 'adapters-know-no-other',
      severity: 'error',
      from: { path: '^adapters/([^/]+)/' },
      to: { path: '^adapters/', pathNot: '^adapters/($1|kit)/' },
    },
    {
      name: 'only-main-knows-adapters',
      comment: 'Everything else works the same on every platform. throughline chat is the other program that begins with one.',
      severity: 'error',
      from: { path: '^src/', pathNot: [under('main.ts'), under('cli/chat.ts')] },
      to: { path: '^adapters/' },
    },
    {
      name: 'tests-are-only-for-tests',
      severity: 'error',
      from: { path: '^(src|adapters)/' },
      to: { path: '^test/' },
    },
    {
      name: 'only-what-is-installed',
      comment: 'What the program runs with is in the dependencies of package.json, or bundled. Only tests run split-worker.mjs.',
      severity: 'error',
      from: { path: '^(src|adapters)/', pathNot: '^src/search/index/split-worker\\.mjs$' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], pathNot: bundled.map((name) => `^node_modules/${name}/`) },
    },
    {
      name: 'no-dead-imports',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', 'src/store/generated', 'adapters/web/generated'] },
    tsConfig: { fileName: require('node:path').join(__dirname, 'tsconfig.json') },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
    },
  },
}
