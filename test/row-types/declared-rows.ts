import { relative } from 'node:path'
import ts from 'typescript'

/** What the client returns for a column. */
export type ValueKind =
  /** Not looked at, or narrowed afterwards. */
  | 'unknown'
  | 'boolean'
  | 'number'
  | 'bigint'
  | 'string'
  | 'Date'
  | 'bytes'
  | 'json'
  | 'boolean[]'
  | 'number[]'
  | 'bigint[]'
  | 'string[]'
  | 'Date[]'

export interface DeclaredColumn {
  /** Undefined if the declared type is of a kind that no column has. */
  readonly kind: ValueKind | undefined
  /** As it is written, for messages. */
  readonly type: string
  readonly isNullable: boolean
  readonly isOptional: boolean
}

/** A call that runs a raw query, with the row type that it declares. */
export interface DeclaredStatement {
  /** Relative to the root of the project. */
  readonly file: string
  readonly firstLine: number
  readonly lastLine: number
  /** Undefined if no row is read: the type is absent, or `unknown`. */
  readonly columns: ReadonlyMap<string, DeclaredColumn> | undefined
}

/** Returns all raw queries of the files of a program below some folders. */
export function findDeclaredStatements(program: ts.Program, root: string, folders: readonly string[]): DeclaredStatement[] {
  const checker = program.getTypeChecker()
  const statements: DeclaredStatement[] = []
  for (const source of program.getSourceFiles()) {
    const file = relative(root, source.fileName)
    if (!folders.some((folder) => file.startsWith(`${folder}/`)) || file.includes('/generated/')) continue
    const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1
    const visit = (node: ts.Node): void => {
      const call = rawQueryOf(node)
      if (call) {
        const columns = call.typeArguments?.[0] && readColumns(checker, call.typeArguments[0])
        statements.push({ file, firstLine: lineAt(node.getStart()), lastLine: lineAt(node.getEnd()), columns })
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return statements
}

function rawQueryOf(node: ts.Node): ts.CallExpression | ts.TaggedTemplateExpression | undefined {
  if (!ts.isCallExpression(node) && !ts.isTaggedTemplateExpression(node)) return undefined
  const called = ts.isCallExpression(node) ? node.expression : node.tag
  return ts.isPropertyAccessExpression(called) && called.name.text === '$queryRaw' ? node : undefined
}

function readColumns(checker: ts.TypeChecker, rows: ts.TypeNode): Map<string, DeclaredColumn> | undefined {
  const row = checker.getIndexTypeOfType(checker.getTypeFromTypeNode(rows), ts.IndexKind.Number)
  if (!row || row.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return undefined
  return new Map(checker.getPropertiesOfType(checker.getApparentType(row)).map((column) => [column.name, readColumn(checker, column)]))
}

function readColumn(checker: ts.TypeChecker, column: ts.Symbol): DeclaredColumn {
  const type = checker.getTypeOfSymbol(column)
  const members = type.isUnion() ? type.types : [type]
  const isMissing = ({ flags }: ts.Type) => (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) !== 0
  const kinds = new Set(members.filter((member) => !isMissing(member)).map((member) => kindOf(checker, member)))
  return {
    kind: kinds.size === 1 ? [...kinds][0] : undefined,
    type: checker.typeToString(type),
    isNullable: members.some(({ flags }) => flags & (ts.TypeFlags.Null | ts.TypeFlags.Unknown)),
    isOptional: (column.flags & ts.SymbolFlags.Optional) !== 0,
  }
}

const kindsOfFlags: readonly (readonly [ts.TypeFlags, ValueKind])[] = [
  [ts.TypeFlags.BooleanLike, 'boolean'],
  [ts.TypeFlags.NumberLike, 'number'],
  [ts.TypeFlags.BigIntLike, 'bigint'],
  [ts.TypeFlags.StringLike, 'string'],
]
const kindsOfNames = new Map<string, ValueKind>([
  ['Date', 'Date'],
  ['Uint8Array', 'bytes'],
])

function kindOf(checker: ts.TypeChecker, type: ts.Type): ValueKind | undefined {
  // A branded type is an intersection of a primitive and its brand.
  const parts = type.isIntersection() ? type.types : [type]
  const flag = kindsOfFlags.find(([flags]) => parts.some((part) => part.flags & flags))
  if (flag) return flag[1]
  if (checker.isArrayType(type) || checker.isTupleType(type)) return kindOfArray(checker, type)
  return (
    kindsOfNames.get(type.symbol?.name ?? '') ??
    (type.flags & ts.TypeFlags.Unknown ? 'unknown' : type.flags & ts.TypeFlags.Object ? 'json' : undefined)
  )
}

/** An array of objects comes as JSON. */
function kindOfArray(checker: ts.TypeChecker, type: ts.Type): ValueKind {
  const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number)
  const kinds = new Set((element?.isUnion() ? element.types : [element]).map((one) => one && kindOf(checker, one)))
  const [kind] = kinds
  return kinds.size === 1 && kind && kind !== 'json' && kind !== 'bytes' && !kind.endsWith('[]') ? (`${kind}[]` as ValueKind) : 'json'
}
