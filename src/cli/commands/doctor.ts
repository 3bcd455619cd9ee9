import process from 'node:process'
import { buildCommand } from '@stricli/core'

export const doctorCommand = buildCommand({
  async loader() {
    const { runDoctorCommand } = await import('../doctor/doctor.ts')
    return async () => {
      process.exitCode = await runDoctorCommand(process.stdout)
    }
  },
  parameters: {},
  docs: { brief: 'Checks the setup and says how to fix each problem' },
})
