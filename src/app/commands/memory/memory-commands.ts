/** The subcommands of `/memory`. */
import type { Subcommand } from '#ports/command';
import type { CommandPorts } from '../command-ports.ts';
import { memoryAdd } from './memory-add.ts';
import { memoryEdit } from './memory-edit.ts';
import { memoryExport } from './memory-export.ts';
import { memoryImport } from './memory-import.ts';
import { memoryList } from './memory-list.ts';
import { memoryRemove } from './memory-remove.ts';
import { memorySearch } from './memory-search.ts';
import { shortTermClear } from './short-term-clear.ts';
import { shortTermMode } from './short-term-mode.ts';
import { shortTermShow } from './short-term-show.ts';

/** Lasting memories, then the group about the last hours. */
export function memoryCommands(ports: CommandPorts): readonly Subcommand[] {
	return [
		memoryAdd(ports),
		memoryList(ports),
		memoryEdit(ports),
		memoryRemove(ports),
		memorySearch(ports),
		memoryImport(ports),
		memoryExport(ports),
		shortTermShow(ports),
		shortTermClear(ports),
		shortTermMode(ports),
	];
}
