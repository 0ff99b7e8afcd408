<?php
namespace ServiceConnector\Testing;

use ServiceConnector\Clone_Guard;
use ServiceConnector\Delivery;
use ServiceConnector\Personal_Data;

require __DIR__ . '/../../testing/cases.php';
foreach ( array( 'shop-address', 'clone-guard', 'delivery', 'personal-data' ) as $name ) {
	require __DIR__ . "/../service-connector/includes/class-$name.php";
}

test(
	'a response ends, drops, or delays a message',
	static function () {
		$table = array(
			// Status, Retry-After, failures before: outcome, seconds.
			array( 200, '', 0, 'sent', 0 ),
			array( 202, '', 3, 'sent', 0 ),
			array( 401, '', 0, 'refused', 3600 ),
			array( 400, '', 0, 'dropped', 0 ),
			array( 413, '', 0, 'dropped', 0 ),
			array( 422, '', 9, 'dropped', 0 ),
			array( 408, '', 0, 'later', 60 ),
			array( 429, '300', 0, 'later', 300 ),
			array( 429, 'Wed, 21 Oct 2026 07:28:00 GMT', 0, 'later', 60 ),
			array( 503, '7', 0, 'later', 60 ),
			array( 503, '99999999999999', 0, 'later', 3600 ),
			array( 0, '', 0, 'later', 60 ),
			array( 0, '', 3, 'later', 480 ),
			array( 500, '', 1000000, 'later', 3600 ),
			array( 301, '', 0, 'later', 60 ),
		);
		foreach ( $table as list( $status, $retry_after, $failures, $outcome, $wait ) ) {
			$verdict = Delivery::verdict( $status, $retry_after, $failures );
			same( array( $status, $outcome, $wait ), array( $status, $verdict['outcome'], $verdict['wait'] ) );
		}
	}
);

test(
	'a shop at another address, or in another environment, is a copy',
	static function () {
		$table = array(
			// Environment at linking, address now, environment now: verdict.
			array( 'production', 'https://shop.example', 'production', '' ),
			array( 'production', 'http://www.shop.example/', 'production', '' ),
			array( 'production', 'https://staging.shop.example', 'production', 'copied' ),
			array( 'production', 'https://shop.example/copy', 'staging', 'copied' ),
			array( 'production', 'https://shop.example', 'staging', 'staging' ),
			array( 'production', 'https://shop.example', 'local', 'staging' ),
			array( 'staging', 'https://shop.example', 'staging', '' ),
			array( 'staging', 'https://shop.example', 'production', '' ),
			array( 'production', '', 'production', 'copied' ),
		);
		foreach ( $table as list( $linked, $address, $environment, $verdict ) ) {
			same( array( $address, $environment, $verdict ), array( $address, $environment, Clone_Guard::verdict( 'https://shop.example', $linked, $address, $environment ) ) );
		}
	}
);

test(
	'an export of the service becomes names and texts, and broken lines are left out',
	static function () {
		$lines = '{"type":"orders","record":{"id":"1","total":1267,"paid":true,"note":null,"address":{"city":"Köln","lines":["a","b"]}}}' . "\n{\"type\"\n\n[1]\n";
		same(
			array(
				array(
					'type'   => 'orders',
					'values' => array(
						array( 'type', 'orders' ),
						array( 'id', '1' ),
						array( 'total', '1267' ),
						array( 'paid', 'true' ),
						array( 'address.city', 'Köln' ),
						array( 'address.lines.0', 'a' ),
						array( 'address.lines.1', 'b' ),
					),
				),
			),
			Personal_Data::rows( $lines )
		);
		same( array(), Personal_Data::rows( '' ) );
	}
);

finish();
