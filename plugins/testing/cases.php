<?php
/**
 * What a test file needs. It is a program: it prints a line for each case, `ok …` or `FAILED …`, and exits
 * with 1 when one failed. Its last statement is `finish()`.
 *
 * @package ServiceConnector
 */

namespace ServiceConnector\Testing;

error_reporting( E_ALL );

/** Counts what failed. */
final class Cases {
	/** @var int */
	public static $failed = 0;

	/** @var int */
	public static $run = 0;
}

/**
 * @param string   $title A claim about behaviour.
 * @param callable $body  Throws when the claim is wrong.
 */
function test( string $title, callable $body ): void {
	++Cases::$run;
	try {
		$body();
		echo "ok $title\n";
	} catch ( \Throwable $fault ) {
		++Cases::$failed;
		$where = basename( $fault->getFile() ) . ':' . $fault->getLine();
		echo "FAILED $title: ", strtr( $fault->getMessage(), "\n", ' ' ), " ($where)\n";
	}
}

/**
 * @param mixed $expected
 * @param mixed $actual
 */
function same( $expected, $actual ): void {
	if ( $expected !== $actual ) {
		throw new \LogicException( 'expected ' . var_export( $expected, true ) . ', got ' . var_export( $actual, true ) );
	}
}

/** Ends the program. */
function finish(): void {
	exit( 0 < Cases::$run && 0 === Cases::$failed ? 0 : 1 );
}
