import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '../..');

/**
 * Returns the members of Electron's API that the product uses, as `Interface.member` with the names
 * of electron.d.ts, each with one place that uses it.
 */
export function electronUsage(): ReadonlyMap<string, string> {
  const folder = join(root, 'electron');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (name) =>
    ts.sys.readFile(name),
  ) as {
    config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();
  const used = new Map<string, string>();

  function visit(node: ts.Node): void {
    if (ts.isPropertyAccessExpression(node)) {
      const member = electronMember(checker.getSymbolAtLocation(node.name));
      if (member !== null) used.set(member, node.getSourceFile().fileName);
    }
    ts.forEachChild(node, visit);
  }
  for (const file of files) {
    const source = program.getSourceFile(file);
    if (source) visit(source);
  }
  return used;
}

function electronMember(symbol: ts.Symbol | undefined): string | null {
  const declaration = symbol?.declarations?.[0];
  if (!symbol || !declaration?.getSourceFile().fileName.endsWith('electron.d.ts')) return null;
  const { parent } = declaration;
  const isNamed = ts.isInterfaceDeclaration(parent) || ts.isClassDeclaration(parent);
  return isNamed && parent.name ? `${parent.name.text}.${symbol.name}` : null;
}
