<?php
namespace ServiceConnector\Testing;

use ServiceConnector\Changes;

require __DIR__ . '/../../testing/cases.php';
require __DIR__ . '/../service-connector/includes/class-changes.php';

$noted = static function ( array $rows, string $time ): array {
	return array_map(
		static function ( array $row ) use ( $time ) {
			return $row + array( 'noted' => $time );
		},
		$rows
	);
};

test(
	'a record counts once in a request, and a deletion outweighs its changes in any order',
	static function () {
		$changes = new Changes();
		$changes->changed( 'orders', 7 );
		$changes->changed( 'orders', '7' );
		$changes->deleted( 'orders', 8 );
		$changes->changed( 'orders', 8 );
		$changes->changed( 'orders', 9 );
		$changes->deleted( 'orders', 9 );
		$changes->changed( 'customers', 7 );
		$expected = '{"changed":{"orders":["7"],"customers":["7"]},"deleted":{"orders":["8","9"]}}';
		same( $expected, Changes::body( $changes->rows() ) );
	}
);

test(
	'what is no id of a record is ignored',
	static function () {
		$changes = new Changes();
		foreach ( array( 0, -1, '', 'x', null, false, '0' ) as $id ) {
			$changes->changed( 'products', $id );
			$changes->deleted( 'products', $id );
		}
		same( array(), $changes->rows() );
	}
);

test(
	'each retry of a message has the same id, in any order of its rows; after another change the id is another',
	static function () use ( $noted ) {
		$changes = new Changes();
		$changes->changed( 'orders', 1 );
		$changes->deleted( 'products', 2 );
		$rows = $noted( $changes->rows(), '100' );
		$id   = Changes::message_id( 'c', $rows );
		same( 1, preg_match( '/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/', $id ) );
		same( $id, Changes::message_id( 'c', array_reverse( $rows ) ) );
		same( false, Changes::message_id( 'c', $noted( $changes->rows(), '101' ) ) === $id );
		same( false, Changes::message_id( 'd', $rows ) === $id );
	}
);

test(
	'the signature is the base64 of HMAC-SHA256 of the body',
	static function () {
		// RFC 4231, test case 2.
		same( 'W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM=', Changes::signature( 'what do ya want for nothing?', 'Jefe' ) );
	}
);

finish();
