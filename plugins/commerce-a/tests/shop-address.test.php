<?php
namespace ServiceConnector\Testing;

use ServiceConnector\Shop_Address;

require __DIR__ . '/../../testing/cases.php';
require __DIR__ . '/../service-connector/includes/class-shop-address.php';

test(
	'two spellings of one shop are the same, two shops are not',
	static function () {
		$same = array( 'https://Shop.example/', 'http://www.shop.example', 'https://shop.example:443', 'http://shop.example:80/wp-json/wc/v3' );
		foreach ( $same as $address ) {
			same( array( $address, true ), array( $address, Shop_Address::same( 'https://shop.example', $address ) ) );
		}
		$others = array( 'https://staging.shop.example', 'https://shop.example/copy', 'https://shop.example:8443', '', 'shop.example' );
		foreach ( $others as $address ) {
			same( array( $address, false ), array( $address, Shop_Address::same( 'https://shop.example', $address ) ) );
		}
	}
);

test(
	'an address is tried over https first, and with and without www',
	static function () {
		$expected = array( 'https://shop.example/de', 'https://www.shop.example/de', 'http://shop.example/de', 'http://www.shop.example/de' );
		same( $expected, Shop_Address::candidates( 'http://shop.example/de/' ) );
		same( array( 'https://www.shop.example', 'https://shop.example' ), Shop_Address::candidates( 'https://www.shop.example/index.php/x' ) );
		same( array( 'https://127.0.0.1:81', 'http://127.0.0.1:81' ), Shop_Address::candidates( 'http://127.0.0.1:81' ) );
		same( array(), Shop_Address::candidates( 'javascript:alert(1)' ) );
	}
);

test(
	'an address that only this machine or network knows is private',
	static function () {
		foreach ( array( 'http://localhost:81', 'https://shop.local', 'http://10.1.2.3', 'http://[::1]/', 'https://shop', 'nonsense' ) as $address ) {
			same( array( $address, true ), array( $address, Shop_Address::is_private( $address ) ) );
		}
		foreach ( array( 'https://shop.de', 'http://93.184.216.34' ) as $address ) {
			same( array( $address, false ), array( $address, Shop_Address::is_private( $address ) ) );
		}
	}
);

test(
	'the address of a service is repaired, or refused',
	static function () {
		same( 'https://sync.example', Shop_Address::service( ' sync.example/ ' ) );
		same( 'https://sync.example/base', Shop_Address::service( 'https://Sync.example/base/api/docs?x=1' ) );
		same( 'http://127.0.0.1:8080', Shop_Address::service( 'http://127.0.0.1:8080' ) );
		same( '', Shop_Address::service( 'ftp://sync.example' ) );
		same( '', Shop_Address::service( 'https://user:secret@sync.example' ) );
	}
);

finish();
