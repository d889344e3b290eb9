/** Finds the npm registry that this machine is set up to use, and where it keeps a package. */
import { spawnSync } from 'node:child_process';

const publicRegistry = 'https://registry.npmjs.org/';

/** Time for npm to tell its registry. */
const npmAnswerLimitMs = 10_000;

/**
 * The registry's address, ending in a slash: `npm_config_registry`, else what `npm config get registry` says (which reads
 * every `.npmrc`), else the public one.
 */
export function configuredRegistry(env: Record<string, string | undefined>): string {
	return registryAddress(env['npm_config_registry']) ?? registryAddress(askNpm()) ?? publicRegistry;
}

/** Address of a package's tarball under `registry`, by npm's convention. */
export function tarballUrl(registry: string, name: string, version: string): string {
	return `${registry}${name}/-/${name.slice(name.indexOf('/') + 1)}-${version}.tgz`;
}

/** Address of the description of one version, which tells where an unconventional registry keeps the tarball. */
export function versionUrl(registry: string, name: string, version: string): string {
	return `${registry}${name.replace('/', '%2f')}/${version}`;
}

function askNpm(): string | undefined {
	const result = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8', timeout: npmAnswerLimitMs });
	return result.status === 0 ? result.stdout.trim() : undefined;
}

function registryAddress(text: string | undefined): string | undefined {
	if (text === undefined || !/^https?:\/\//.test(text)) return undefined;
	return text.endsWith('/') ? text : `${text}/`;
}
