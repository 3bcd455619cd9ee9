import { join } from 'node:path'
import ts from 'typescript'

/** Reads the program that tsconfig.json describes. */
export function readProgram(root: string): ts.Program {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  return ts.createProgram(fileNames, options)
}
