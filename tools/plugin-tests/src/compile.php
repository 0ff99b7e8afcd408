<?php
/**
 * Compiles the file of the environment variable FILE without running it: a `return` is put before its first statement. Faults and deprecations
 * go to the log of errors.
 */

error_reporting( E_ALL );
$file   = getenv( 'FILE' );
$tokens = token_get_all( file_get_contents( $file ) );
$copy   = '';
$place  = null; // Length of the copy where `return` may stand: `namespace` and `declare` come first in a file.
$starts = false;
foreach ( $tokens as $token ) {
	$id    = is_array( $token ) ? $token[0] : $token;
	$copy .= is_array( $token ) ? $token[1] : $token;
	if ( T_OPEN_TAG === $id && null === $place ) {
		$place = strlen( $copy );
	} elseif ( T_NAMESPACE === $id || T_DECLARE === $id ) {
		$starts = true;
	} elseif ( $starts && ';' === $id ) {
		$place  = strlen( $copy );
		$starts = false;
	} elseif ( T_CLASS === $id || T_FUNCTION === $id ) {
		break;
	}
}
$whole = file_get_contents( $file );
if ( null === $place ) {
	echo 'no opening tag';
	exit( 1 );
}
file_put_contents( '/tmp/compiled.php', substr( $whole, 0, $place ) . ' return; ' . substr( $whole, $place ) );
include '/tmp/compiled.php';
