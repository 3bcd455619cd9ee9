// Runs in a thread. Plain JavaScript, because the program's TypeScript loader is not registered in threads that the tests start.

import { register } from 'tsx/esm/api'

register()
const { splitByAudience } = await import('./split-day.ts')

export default splitByAudience
