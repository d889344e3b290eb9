/** A preparation worker that cannot start. */
throw new Error('This worker never starts.');
